// Old syntax on purpose: an old Node must be able to read this file to report that it is too old.

/**
 * True if the running Node is 20.19 or newer; otherwise reports it on standard error.
 * @param {string} version of the form 20.19.0
 * @returns {boolean}
 */
export function isNodeNewEnough(version) {
  var parts = version.split('.');
  return Number(parts[0]) > 20 || (Number(parts[0]) === 20 && Number(parts[1]) >= 19);
}

/**
 * The message for a Node that is too old.
 * @param {string} version
 * @returns {string}
 */
export function oldNodeSentence(version) {
  return (
    'Node.js ' + version + ' is too old: Session Browser is built and tested with 20.19 or newer.'
  );
}
