const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const endLength = 22;
const entryLength = 46;

/**
 * Names and sizes of a zip file's entries, from its central directory (PKWARE APPNOTE 4.3.12 and
 * 4.3.16). Packages of this size never use Zip64, which is rejected.
 * @param {Buffer} zip
 * @returns {readonly { name: string, compressedSize: number }[]}
 */
export function zipEntries(zip) {
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  const entries = [];
  for (let place = 0; place < count; place += 1) {
    if (zip.readUInt32LE(at) !== directoryEntry) {
      throw new Error(`The zip's directory is damaged at byte ${at}.`);
    }
    const nameLength = zip.readUInt16LE(at + 28);
    const extraLength = zip.readUInt16LE(at + 30);
    const commentLength = zip.readUInt16LE(at + 32);
    entries.push({
      name: zip.toString('utf8', at + entryLength, at + entryLength + nameLength),
      compressedSize: zip.readUInt32LE(at + 20),
    });
    at += entryLength + nameLength + extraLength + commentLength;
  }
  return entries;
}

/** @param {Buffer} zip */
function findEnd(zip) {
  for (let at = zip.length - endLength; at >= 0; at -= 1) {
    if (zip.readUInt32LE(at) === endOfDirectory) {
      return at;
    }
  }
  throw new Error('This is no zip file.');
}
