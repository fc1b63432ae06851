process.env.NEXT_TELEMETRY_DISABLED ??= '1'

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // Types are checked by `npm test`; a start on a fresh clone should not wait for them. Next rewrites the file it is given.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'app/tsconfig.json' },
  turbopack: { root: import.meta.dirname },
}
