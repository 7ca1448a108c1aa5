import { expect, test } from 'vitest';
import { shortened } from './asking.ts';

// Where money goes, as the message with its PIN says it.
test.each([
  ['4111 11** **** 1111', '4111 11** **** 1111'],
  ['USD •••• 4417', 'USD **** 4417'],
  ['thandi.vandermerwe@wallet.test', 't***@wallet.test'],
  ['FNB 62001234567', 'FNB ****4567'],
  ['DE89370400440532013000 COBADEFF', '****3000 COBADEFF'],
  ['BTC bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'BTC ****5mdq'],
  ['XRP rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh 12345678', 'XRP ****uaLh ****5678'],
  ['The Standard Chartered Bank of Zambia 62001234567', 'The Standard Charte.. ****4567'],
  ['somebody@a-very-long-name-of-a-house.example', 's***@a-very-long-name-of-a-h..'],
])('%s is said as %s', (label, said) => expect(shortened(label)).toBe(said));
