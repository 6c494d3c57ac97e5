import { describe, expect, test } from 'vitest';
import { contactSchema } from './contact.schema.ts';

const message = {
  name: 'Ada Lindqvist',
  email: 'ada@example.test',
  topic: 'My account',
  message: 'I cannot find my invoice of May.',
};
const refusals = (change: Record<string, unknown>) =>
  contactSchema
    .safeParse({ ...message, ...change })
    .error?.issues.map(({ path, message: expected }) => `${path.join('.')}: ${expected}`) ?? [];

describe('a message to the staff', () => {
  test('is trimmed, and its address is written in lower case', () => {
    const typed = {
      ...message,
      name: '  Ada ',
      email: ' Ada@Example.TEST ',
      message: `\n ${message.message} \n`,
    };
    expect(contactSchema.parse(typed)).toEqual({ ...message, name: 'Ada' });
  });

  test.each([
    [{ name: ' ' }, 'name: Your name is required'],
    [{ name: undefined }, 'name: Your name is required'],
    [{ name: 'a'.repeat(201) }, 'name: Your name can have at most 200 characters'],
    [{ email: '' }, 'email: Email address is required'],
    [{ email: 'ada' }, 'email: Please enter a valid email address'],
    [{ email: 'ada\0@example.test' }, 'email: Please enter a valid email address'],
    [{ topic: 'Gossip' }, 'topic: Please choose a topic'],
    [{ topic: undefined }, 'topic: Please choose a topic'],
    [{ message: '' }, 'message: Please write your message'],
    [{ message: undefined }, 'message: Please write your message'],
    [{ message: '  too short ' }, 'message: Please write at least 10 characters'],
    [{ message: 'a'.repeat(5001) }, 'message: Your message can have at most 5,000 characters'],
  ])('is refused with %o', (change, expected) => {
    expect(refusals(change)).toContain(expected);
  });

  test('may be as long as the form says, in any script', () => {
    expect(refusals({ name: '名'.repeat(200), message: 'ش'.repeat(5000) })).toEqual([]);
  });
});
