import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  firstInvalidStep,
  serverFieldErrors,
  stepErrors,
  stepOf,
  typedFields,
  type WizardPlan,
} from './wizard-plan.ts';

type Draft = { name: string; likes: string[]; password: string };

const plan: WizardPlan<Draft> = {
  key: 'test',
  steps: [
    { title: 'Who', schema: z.object({ name: z.string().min(1, 'Your name, please') }) },
    { title: 'What', schema: z.object({ likes: z.array(z.string()).min(1, 'Choose something') }) },
    {
      title: 'How',
      schema: z.object({
        password: z.string().min(8, 'Too short').regex(/\d/, 'A digit, please'),
      }),
    },
  ],
  empty: { name: '', likes: [], password: '' },
  storedSchema: z.object({ name: z.string(), likes: z.array(z.string()) }),
};
const draft = { ...plan.empty, name: 'Marlowe' };

test('only its own fields decide whether a step is valid', () => {
  expect([0, 1, 2].map((step) => stepErrors(plan, step, draft))).toEqual([
    {},
    { likes: 'Choose something' },
    { password: 'Too short' },
  ]);
});

test('the first invalid step is found', () => {
  expect(firstInvalidStep(plan, plan.empty)).toBe(0);
  expect(firstInvalidStep(plan, draft)).toBe(1);
  expect(firstInvalidStep(plan, { name: 'M', likes: ['x'], password: 'long enough 1' })).toBeNull();
});

test("the server's field errors belong to the first step that has one of the fields", () => {
  const refused = serverFieldErrors(plan, [
    { path: 'password', message: 'Too common' },
    { path: 'likes.3', message: 'There is no such thing' },
    { path: 'likes.4', message: 'nor such' },
    { path: 'toString', message: 'not a field' },
  ]);
  expect(refused).toEqual({ password: 'Too common', likes: 'There is no such thing' });
  expect(stepOf(plan, refused)).toBe(1);
  expect(stepOf(plan, {})).toBeNull();
});

test('text typed before hydration is adopted, and empty fields are not', () => {
  const form = new FormData();
  form.set('name', 'Marlowe');
  form.set('password', '');
  form.set('likes', 'x');
  form.set('leaveThisEmpty', 'x');
  expect(typedFields(plan, form)).toEqual({ name: 'Marlowe' });
});
