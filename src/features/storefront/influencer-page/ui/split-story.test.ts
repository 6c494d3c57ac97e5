import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitStory } from './split-story.ts';

const sentence = 'The lamps are lit and the door is open. ';

test('a text of some length is shown whole', () => {
  expect(splitStory(' Short. ')).toEqual({ opening: 'Short.', rest: '', midSentence: false });
  expect(splitStory('x'.repeat(900)).rest).toBe('');
});

test('a long text opens with whole paragraphs', () => {
  const paragraph = sentence.repeat(12).trim();
  const { opening, rest, midSentence } = splitStory(`${paragraph}\n\n${paragraph}\n${paragraph}`);
  expect(opening).toBe(paragraph);
  expect(rest).toBe(`${paragraph}\n${paragraph}`);
  expect(midSentence).toBe(false);
});

test('one long paragraph is cut after a sentence', () => {
  const { opening, midSentence } = splitStory(sentence.repeat(120));
  expect(opening).toMatch(/open\.$/);
  expect(opening.length).toBeGreaterThan(350);
  expect(midSentence).toBe(false);
});

test('a text without sentences is cut between words', () => {
  const { opening, rest, midSentence } = splitStory('velvet rope '.repeat(400));
  expect(midSentence).toBe(true);
  expect(opening).toMatch(/(velvet|rope)$/);
  expect(rest).toMatch(/^(velvet|rope) /);
});

test('nothing of a text is lost, whatever its script, and no letter is torn apart', () => {
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
