import { expect, test } from 'vitest';
import { mayBeSamePerson } from './payer.ts';

test.each([
  ['John Smith', 'JOHN SMITH'],
  ['John Smith', 'Mr J Smith'],
  ['John Smith', 'SMITH JOHN PETER'],
  ['Zoë Núñez-Ærø', 'Zoe Nunez'],
  ['Bartholomew Featherstonehaugh', 'Bartholomew Featherstoneha'],
  ['Sun Yi', 'YI SUN'],
  ['李 小龙', '李 小龙'],
])('%s may have paid as %s', (client, payer) => expect(mayBeSamePerson(client, payer)).toBe(true));

test.each([
  ['John Smith', 'Jane Smith'],
  ['John Smith', 'John Doe'],
  ['John Smith', 'J S'],
  ['Amina Mensah', 'Kofi Boateng'],
])('%s has not paid as %s', (client, payer) => expect(mayBeSamePerson(client, payer)).toBe(false));

test.each([
  ['John Smith', ''],
  ['', 'John Smith'],
  ['李 小龙', 'BRUCE LEE'],
])('whether %j has paid as %j cannot be told', (client, payer) => expect(mayBeSamePerson(client, payer)).toBeUndefined());
