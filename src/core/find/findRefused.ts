/** A regular expression cannot be used; the message is a sentence saying why. */
export class FindRefused extends Error {
  override readonly name = 'FindRefused';
}
