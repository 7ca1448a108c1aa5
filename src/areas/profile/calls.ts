import { subscriptions, subscriptionTopics } from '../../law/contacts.ts';
import { statusFacts } from '../../law/statuses.ts';
import type { Handlers } from '../../protocol/call.ts';
import { ownContacts, stillCooling, type Contact } from '../contacts/face.ts';
import type { FactorNeeds } from '../factors/face.ts';
import { contactCalls } from './contact.ts';
import type { profileContract } from './contract.ts';
import { keepSubscriptions, namesOf, subscriptionsOf } from './store.ts';

export type Needs = FactorNeeds;

export const calls = (app: Needs) =>
  ({
    ...contactCalls(app),

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
  }) satisfies Handlers<typeof profileContract>;

function shown({ value, isVerified }: Contact) {
  return { value, is_verified: isVerified };
}
