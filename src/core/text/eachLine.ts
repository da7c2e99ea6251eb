/** The lines of a text, one after the other: a list of all may need more memory than there is. */
export function* eachLine(text: string): Generator<string> {
  for (let start = 0; start <= text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    yield text.slice(start, end > start && text[end - 1] === '\r' && feed >= 0 ? end - 1 : end);
    start = end + 1;
  }
}
