/** No real folder, title or ID is that long; whatever such a value holds is not loaded. */
export const isTooLong = (column: string): string => `ifnull(octet_length(${column}), 0) > 65536`;

/** A value, or the beginning of one that is too long. */
export const short = (column: string): string =>
  `iif(${isTooLong(column)}, substr(${column}, 1, 100), ${column}) AS ${column}`;

/** The statement for all sessions of a table, see `DatabaseLayout`. */
export const idsIn = (table: string): string => `
  SELECT rowid AS place, iif(${isTooLong('id')}, NULL, id) AS id, ${isTooLong('id')} AS tooLong
  FROM ${table} WHERE rowid > ifnull($after, -9223372036854775808) ORDER BY rowid LIMIT $count`;
