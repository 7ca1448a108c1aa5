import { lazy, type ComponentType } from 'react';
import type { Interposed } from '../law/interposed.ts';
import type { AreaScreens, OverProps } from '../ui/page/screen.ts';
import type { Words } from '../ui/words/words.ts';

type Over = Readonly<Record<Interposed, ComponentType<OverProps>>>;

/** What each area has to stand over the page, loaded with its words when it is due. */
export function overOf(areas: readonly AreaScreens[], words: Pick<Words, 'load'>): Over {
  const found = (name: Interposed): ComponentType<OverProps> => {
    const area = areas.find(({ over }) => over?.[name] !== undefined);
    const load = area?.over?.[name];
    if (!area || !load) throw new Error(`no area has what stands over the page as ${name}`);
    return lazy(async () => (await Promise.all([load(), words.load(area.words)]))[0]);
  };
  return {
    required_password: found('required_password'),
    registration_step2: found('registration_step2'),
    terms: found('terms'),
    yearly_confirmation: found('yearly_confirmation'),
    employer_info: found('employer_info'),
    tax_residency: found('tax_residency'),
    anticipated_turnover: found('anticipated_turnover'),
    cfd_risk_questionnaire: found('cfd_risk_questionnaire'),
    professional_confirmation: found('professional_confirmation'),
    personal_data_notice: found('personal_data_notice'),
    feedback: found('feedback'),
  };
}
