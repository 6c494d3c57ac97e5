import { expect, test } from 'vitest';
import { readableContent } from './readable-content.ts';

test.each([
  ['{"id":"evt_1","paid":true}', '{\n  "id": "evt_1",\n  "paid": true\n}'],
  ['event=rebill&amount=19.99&name=Ivo+L', 'event = rebill\namount = 19.99\nname = Ivo L'],
  ['event=', 'event = '],
  ['', ''],
  ['neither {', 'neither {'],
  ['a = b, said the line', 'a = b, said the line'],
])('%j is shown as %j', (content, shown) => {
  expect(readableContent(content)).toBe(shown);
});
