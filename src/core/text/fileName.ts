import { oneLine } from './oneLine.ts';

/** Characters of a name; with an extension, all file systems take that many. */
const maxLength = 60;

/** Names of devices, which Windows takes for themselves with any extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Foreign text as the name of a file without its extension, on any system: no separators, no
 * characters that Windows refuses, no leading dot, not the name of a device.
 *
 * @returns empty if nothing of the text can be used.
 */
export function safeFileName(text: string): string {
  const name = oneLine(text, maxLength)
    .replace(/[<>:"/\\|?*\u0000-\u001f…]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.~-]+|(?<![\s.])[\s.]+$/g, '');
  return devices.test(name) ? `_${name}` : name;
}
