/** Without characters that look alike. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const GROUP_LENGTH = 5;

/** A random password of 25 characters (about 120 bits) that can be read aloud, such as "k7m2p-…". */
export function newArchivePassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, randomCharacter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

function randomCharacter(): string {
  // A multiple of the number of characters, so that none is more likely.
  const limit = 256 - (256 % CHARACTERS.length);
  const [byte] = crypto.getRandomValues(new Uint8Array(1));
  return byte! < limit ? CHARACTERS[byte! % CHARACTERS.length]! : randomCharacter();
}
