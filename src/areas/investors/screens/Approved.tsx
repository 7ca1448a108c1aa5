import { riskNames } from '../../../law/investors.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { investorsContract } from '../contract.ts';
import { useInvestorPage } from './page.ts';

/** The answers were taken: what risk they allow, and what comes next. */
export default function Approved() {
  const { t } = useWords();
  const read = useInvestorPage('approved');
  return (
    <>
      <ScreenHead title={t('page.investors.approved')} text={t('investors.approved.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
        {({ direct: { investor } }) => (
          <Stack>
            <GateNotice action="invest" />
            <Card>
              <Stack>
                {investor.investorRisk !== null && (
                  <Facts
                    items={[
                      { key: 'risk', name: t('investors.risk'), value: t(`investors.risk.${riskNames[investor.investorRisk]}`) },
                    ]}
                  />
                )}
                <div>
                  <LinkButton to={{ page: pageLinks.strategies }}>{t('investors.approved.choose')}</LinkButton>
                </div>
                <div>
                  <LinkButton look="plain" to={{ page: pageLinks.deposit }}>
                    {t('nav.deposit')}
                  </LinkButton>
                </div>
                <div>
                  <LinkButton look="plain" to={{ page: investorsContract.pages.questionnaire, query: { change: true } }}>
                    {t('investors.change')}
                  </LinkButton>
                </div>
              </Stack>
            </Card>
          </Stack>
        )}
      </Loaded>
    </>
  );
}
