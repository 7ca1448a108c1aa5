import { useEffect, useState } from 'react';
// Drawn by the form as soon as they are there: so they come with it.
import '../../../ui/components/CountryField.tsx';
import '../../../ui/components/PhoneField.tsx';
import { CallFailure } from '../../../ui/api/failure.ts';
import type { Api } from '../../../ui/api/send.ts';
import { dropDraft } from '../../../ui/form/draft.ts';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { FormProgress, FormActions } from '../../../ui/form/FormPages.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { readCampaign } from '../../../ui/page/campaign.ts';
import type { EntranceProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Site } from '../../../law/regions/profile.ts';
import { registrationContract, type Offer, type Sent } from '../contract.ts';
import { companyToSignUpWith, countryGuess, phoneInCountry } from '../rules.ts';
import { Documents } from './Documents.tsx';

const { calls, forms } = registrationContract;
const draft = 'registration.signUp';
const notServed = {
  country_not_served: 'registration.country.notServed',
  country_not_served_here: 'registration.country.notServedHere',
} as const;

interface SignUpFormProps extends Pick<EntranceProps, 'api' | 'onFoot'> {
  readonly site: Site | undefined;
  readonly onSent: (sent: Sent) => void;
}

/** Two pages: who and where one is, then the password and the terms of the company that the country leads to. */
export function SignUpForm({ api, site, onFoot, onSent }: SignUpFormProps) {
  const { t } = useWords();
  const [guess] = useState(() => countryGuess(navigator.languages, site));
  const form = useForm({
    name: draft,
    form: forms.signUp,
    initial: { country: guess, email: '', phone: phoneInCountry('', guess), password: '', tc_accept: false },
    derive: (next, before) =>
      next.country === before.country ? next : { ...next, phone: phoneInCountry(next.phone, next.country), tc_accept: false },
    supply: () => ({ terms_version: terms?.version ?? 1, ...readCampaign() }),
    check: ({ country }) => {
      const verdict = companyToSignUpWith(country, site);
      return country === '' || verdict.ok ? {} : { country: t(notServed[verdict.code]) };
    },
    submit: async (input) => {
      onSent(await api.send(calls.begin, input).catch(askAgain));
    },
  });
  const { country } = form.values;
  const { terms, failure, ask } = useTerms({ api, country, onFoot });
  /** The terms that were shown may have been followed by newer ones. */
  function askAgain(error: unknown): never {
    if (error instanceof CallFailure && error.code === 'terms_changed') ask();
    throw error;
  }
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure ?? failure}
        actions={
          <FormActions
            form={form}
            verb={t('registration.do')}
            refusal={terms === null ? t('registration.terms.coming') : undefined}
          />
        }
      >
        <FormProgress form={form} />
        <FormFields
          form={form}
          given={{
            country: { isDisabled: (each) => !companyToSignUpWith(each, site).ok },
            phone: { country },
            password: { after: terms && <Documents terms={terms} /> },
          }}
        />
      </FormLayout>
    </form>
  );
}

interface TermsParts extends Pick<SignUpFormProps, 'onFoot'> {
  readonly api: Api;
  readonly country: string;
}

interface Told {
  /** Which asking it answers. */
  readonly asked: string;
  readonly terms: Offer['terms'];
  readonly failure: CallFailure | null;
}

/** The terms of the country's company, with what its law wants at the foot. Asked anew with each country. */
function useTerms({ api, country, onFoot }: TermsParts): Pick<Told, 'terms' | 'failure'> & { readonly ask: () => void } {
  const [round, setRound] = useState(0);
  const [told, setTold] = useState<Told>({ asked: '', terms: null, failure: null });
  const asked = `${country}/${round}`;
  useEffect(() => {
    if (country === '') return;
    const asking = new AbortController();
    api.send(calls.offer, { country }, { signal: asking.signal }).then(
      ({ terms, foot }) => {
        setTold({ asked, terms, failure: null });
        onFoot(foot === null ? undefined : footOf(foot));
      },
      (error: unknown) => {
        if (asking.signal.aborted) return;
        if (!(error instanceof CallFailure)) throw error;
        setTold({ asked, terms: null, failure: error });
      },
    );
    return () => asking.abort();
  }, [api, country, onFoot, asked]);
  const { terms, failure } = told.asked === asked ? told : { terms: null, failure: null };
  return { terms, failure, ask: () => setRound(round + 1) };
}

function footOf({ legal_line: legalLine, losing }: NonNullable<Offer['foot']>) {
  return { legalLine, losing: losing && { share: losing.share, isOwn: losing.is_own } };
}

/** Nothing that was typed stays on the device once somebody is signed in. */
export function forgetTyped(): void {
  dropDraft(draft);
}
