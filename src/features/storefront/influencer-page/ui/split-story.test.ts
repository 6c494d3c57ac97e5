import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitStory } from './split-story.ts';

const sentence = 'The lamps are lit and the door is open. ';

test('a short text is not split', () => {
  expect(splitStory(' Short. ')).toEqual({ opening: 'Short.', rest: '', midSentence: false });
  expect(splitStory('x'.repeat(900)).rest).toBe('');
});

test('the opening of a long text ends with a paragraph', () => {
  const paragraph = sentence.repeat(12).trim();
  const { opening, rest, midSentence } = splitStory(`${paragraph}\n\n${paragraph}\n${paragraph}`);
  expect(opening).toBe(paragraph);
  expect(rest).toBe(`${paragraph}\n${paragraph}`);
  expect(midSentence).toBe(false);
});

test('a long paragraph is split after a sentence', () => {
  const { opening, midSentence } = splitStory(sentence.repeat(120));
  expect(opening).toMatch(/open\.$/);
  expect(opening.length).toBeGreaterThan(350);
  expect(midSentence).toBe(false);
});

test('a text without sentences is split between words', () => {
  const { opening, rest, midSentence } = splitStory('velvet rope '.repeat(400));
  expect(midSentence).toBe(true);
  expect(opening).toMatch(/(velvet|rope)$/);
  expect(rest).toMatch(/^(velvet|rope) /);
});

test('splitting loses no text in any script and never splits a letter', () => {
  const letters = fc.constantFrom('a', ' ', '.', '\n', 'ع', '夜', '👩‍🎤', 'ก', '。');
  const texts = fc.array(letters, { minLength: 900, maxLength: 1200 }).map((all) => all.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const { opening, rest } = splitStory(text);
      expect((opening + rest).replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      expect(opening.isWellFormed() && rest.isWellFormed()).toBe(true);
    }),
    { numRuns: 100 },
  );
});
