/**
 * Half a surrogate pair is no character: providers and strict readers of JSON refuse a text that has one,
 * and logs have them where an agent cut a text. Each becomes U+FFFD, as encoders of UTF-8 write it.
 */
export function wellFormed(text: string): string {
  return half.test(text) ? text.replaceAll(halves, '\uFFFD') : text;
}

const half = /\p{Surrogate}/u;
const halves = /\p{Surrogate}/gu;

/** The same in JSON that `JSON.stringify` wrote, where only halves of pairs are escaped like this. */
export function wellFormedJson(json: string): string {
  return json.includes('\\ud')
    ? json.replaceAll(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g, (escape) =>
        escape.length > 2 ? '\uFFFD' : escape,
      )
    : json;
}

/** The beginning of a text, with at most so many UTF-16 units and no half of a pair at its end. */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}
