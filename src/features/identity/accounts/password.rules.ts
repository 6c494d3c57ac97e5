import type { Match, ZxcvbnFactory } from '@zxcvbn-ts/core';

/**
 * The lowest accepted score of zxcvbn, which has scores from 0 to 4: at least 10^6 guesses. A higher one
 * would refuse every password of eight characters, even random ones.
 */
const MINIMUM_SCORE = 2;
/** More characters hardly change the score, but some take half a second. */
const RATED_CHARACTERS = 64;
const BRAND = ['velvet', 'rope', 'velvetrope'];
const PERSONAL = 'Don’t use your name, your email address or “Velvet Rope” in your password.';
const LEAKED = 'This password is on a list of leaked passwords. Choose another one.';
const GUESSABLE = 'This password is easy to guess. Add another word or two.';

/** The owner of a password, whose name and address it must not consist of. */
export type PasswordOwner = { email?: string; fullName?: string };
export type PasswordRating = {
  score: 0 | 1 | 2 | 3 | 4;
  /** Why the password is refused; null for an acceptable one. */
  weakness: string | null;
};

let loading: Promise<ZxcvbnFactory> | undefined;

// Loaded on first use: the lists are large, and few pages and requests need them.
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: RATED_CHARACTERS,
  });
}

function listPersonalWords({ email = '', fullName = '' }: PasswordOwner): string[] {
  const whole = [email, email.split('@')[0]!, fullName, fullName.replaceAll(/\s/g, '')];
  const words = `${email} ${fullName}`.split(/[^\p{L}\p{N}]+/u);
  return [...BRAND, ...whole, ...words.filter((word) => word.length > 2)].filter(Boolean);
}

function findWeakness(matches: Match[]): string {
  if (matches.some(({ dictionaryName }) => dictionaryName === 'userInputs')) return PERSONAL;
  const [only] = matches;
  const isListed = matches.length === 1 && only!.dictionaryName === 'passwords-common';
  return isListed ? LEAKED : GUESSABLE;
}

/** Estimates how hard a password is to guess, from lists of leaked passwords and words about its owner. */
export async function ratePassword(
  password: string,
  owner: PasswordOwner,
): Promise<PasswordRating> {
  loading ??= loadEstimator().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const { score, sequence } = (await loading).check(password, listPersonalWords(owner));
  return { score, weakness: score < MINIMUM_SCORE ? findWeakness(sequence) : null };
}
