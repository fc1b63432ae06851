/** Text that is harmless only where it stays text. All of it can be stored, and is to be read back unchanged (SEC-5). */
export const storable: readonly string[] = [
  '<script>window.__ran = 1</script>',
  '"><img src=x onerror="window.__ran=1">',
  "'-alert(1)-'",
  '</script><svg/onload=alert(1)>',
  'javascript:alert(1)',
  '<!--', ']]>', '&lt;b&gt; &amp; &#x3c;',
  "'; drop table sessions; --",
  "' or '1'='1",
  '$1 $2 $$ $tag$ ? :name @p1',
  "\\'; select pg_sleep(9); --",
  '%s%s%n%x %d %p {0} {name}',
  '${7*7} {{7*7}} #{7*7} <%= 7*7 %> ${jndi:ldap://x/a}',
  '$(id) `id` ; id | id && id',
  '../../../../etc/passwd', '..\\..\\windows\\system32', 'file:///etc/passwd', '/dev/null',
  '__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'then',
  'null', 'undefined', 'NaN', 'true', '0', '-0', '1e400', '[]', '{}', '[object Object]',
  '\u202e\u2066 right to left \u2069',
  '\u200b\u200d\ufeff zero width',
  'e\u0301 \u00e9 \u212b \ufb01', // Forms that a normalising store would change.
  '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 𝕏 🇩🇪',
  'Z\u0351\u036b\u0343\u0332a\u0357\u0321l\u0349g\u034co',
  '\t tab, \r\n line \u2028 and \u2029 ends, \u0007 bell, \u001b[31m red',
  '\uffff \ufffe \ufffd \u{10ffff}',
  ' leading and trailing ',
  '=cmd|\'/c calc\'!A1', '+1+1', '@sum(1)',
  'a'.repeat(2_000),
  '(a+)+$ '.repeat(4) + 'a'.repeat(60) + '!',
  'I\u0130\u0131i ß ẞ',
]

/** What Postgres can not store as text. */
export const unstorable: readonly string[] = ['a\u0000b', '\u0000', '\ud800', 'x\udfff', '\udc00\ud800']

export const hostileStrings: readonly string[] = [...storable, ...unstorable, '', ' ', '\n']

/** As much of it as fits, whole characters only. */
export function cutTo(text: string, length: number): string {
  let cut = ''
  for (const character of text) {
    if (cut.length + character.length > length) break
    cut += character
  }
  return cut
}
