import { isContactKind, subscriptions, subscriptionTopics } from '../../law/contacts.ts';
import { requireGate } from '../../law/gates.ts';
import { statusFacts } from '../../law/statuses.ts';
import type { Handlers } from '../../protocol/call.ts';
import { ownContacts, stillCooling, type Contact } from '../contacts/face.ts';
import { openTaxes, updateTold } from '../enrolment/face.ts';
import type { FactorNeeds } from '../factors/face.ts';
import { contactCalls } from './contact.ts';
import type { profileContract } from './contract.ts';
import { pictureCalls, type PictureNeeds } from './picture.ts';
import { keepSubscriptions, namesOf, subscriptionsOf } from './store.ts';

export type Needs = FactorNeeds & PictureNeeds;

export const calls = (app: Needs) => {
  const contacts = contactCalls(app);
  const tellTaxes = openTaxes(app);
  return {
    ...contacts,
    ...pictureCalls(app),

    async profile(_input, ctx) {
      const { id: client, profile } = ctx.client;
      const names = await namesOf(ctx.sql, client);
      const { email, mobile, secondary_email: secondary, changedAt } = await ownContacts(ctx.sql, client);
      const cools = changedAt && stillCooling(changedAt, ctx);
      return {
        profile: {
          client_id: client,
          title: names.title,
          name: names.first_name,
          surname: names.last_name,
          country: profile.country,
          language: names.language,
          registered_at: names.registered_at.toISOString(),
          status_id: profile.status,
          status: statusFacts(profile.status).name,
          client_category: profile.category,
          email: shown(email),
          mobile: shown(mobile),
          secondary_email: shown(secondary),
          cools_until: cools?.toISOString() ?? null,
        },
      };
    },

    async subscriptions(_input, { sql, client }) {
      const said = new Map((await subscriptionsOf(sql, client.id)).map(({ topic, is_on: isOn }) => [topic, isOn]));
      return {
        subscriptions: subscriptionTopics.map((topic) => ({ topic, is_on: said.get(topic) ?? subscriptions[topic].isOn })),
      };
    },

    async subscribe(chosen, { sql, client, now }) {
      await keepSubscriptions(sql, { client: client.id, chosen, at: now });
      return {};
    },

    async updateAccount({ section, fields, passkey }, ctx) {
      if (section === 'subscriptions') {
        // What is not named stays as it is.
        const named = subscriptionTopics.filter((topic) => fields[topic] !== undefined);
        const chosen = Object.fromEntries(named.map((topic) => [topic, fields[topic] === true]));
        await ctx.transact((sql) => keepSubscriptions(sql, { client: ctx.client.id, chosen, at: ctx.now }));
        return {};
      }
      requireGate('change_profile', ctx.client.profile, ctx.refuse);
      if (isContactKind(section)) return contacts.saveContact({ what: section, ...contactInput(fields, ctx) }, ctx);
      if (section === 'tax') {
        const { password, code, ...typed } = fields;
        await tellTaxes(ctx, { typed, proof: { password: textOf(password), code: textOf(code), passkey } });
        return {};
      }
      await ctx.transact((sql) => updateTold({ ...ctx, sql }, { section, typed: fields }));
      return {};
    },
  } satisfies Calls;
};

type Calls = Handlers<typeof profileContract>;
type UpdateContext = Parameters<Calls['updateAccount']>[1];

/** As a field of a section is typed. */
function textOf(typed: string | boolean | undefined): string | undefined {
  return typeof typed === 'string' && typed !== '' ? typed : undefined;
}

function contactInput(fields: Readonly<Record<string, string | boolean>>, ctx: UpdateContext) {
  const { value, pin } = fields;
  if (typeof pin !== 'string' || pin === '') return ctx.refuse('field_required', { field: 'pin' });
  return { pin, value: typeof value === 'string' && value !== '' ? value : undefined };
}

function shown({ value, isVerified }: Contact) {
  return { value, is_verified: isVerified };
}
