ALTER TABLE "reservations" ADD COLUMN "refused_sampled" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "usage_samples_minute" ON "usage_samples" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "reservations_refused" ON "reservations" USING btree ("thread_id") WHERE refused > refused_sampled;