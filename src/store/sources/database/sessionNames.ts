/** A file name for a session, whatever its ID holds. */
export function nameOf(id: string): string {
  const plain = [...new TextEncoder().encode(id)].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9._-]/.test(character)
      ? character
      : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;
  });
  return `${plain.join('')}.jsonl`;
}

/** The ID of which a name was made. */
export function idOf(name: string): string {
  const bytes = name
    .replace(/\.jsonl$/, '')
    .replace(/%([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
