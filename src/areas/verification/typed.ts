import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { countryOf } from '../../law/countries.ts';
import { identityTold } from '../enrolment/face.ts';
import { clientById } from '../session/face.ts';

/** What the vendor holds against the papers. */
export async function typedBy(sql: Sql, id: ClientId) {
  const client = await clientById(sql, id);
  if (!client) throw new Error(`the client ${id} is not there`);
  const { birthDate } = await identityTold(sql, id);
  const { country } = client.profile;
  return { firstName: client.firstName, lastName: client.lastName, birthDate, country: countryOf(country)?.iso3 ?? country };
}
