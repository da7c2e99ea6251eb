/** Of so many values, a heap of 2 GB holds even the dearest kind. No real session has a tenth. */
const mostValues = 16_000_000;

/**
 * Whether a JSON text may hold more values than there is memory for. `JSON.parse` does not throw then:
 * V8 ends the whole process, whichever thread it was. Each value but the first has a comma, a brace or a
 * bracket before it, so that no shorter text has to be looked at.
 */
export function isTooDense(text: string): boolean {
  if (text.length <= mostValues) {
    return false;
  }
  let marks = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    marks += unit === comma || unit === brace || unit === bracket ? 1 : 0;
  }
  return marks > mostValues;
}

const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;
