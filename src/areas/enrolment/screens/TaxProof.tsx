import ProofDialog, { type Proving } from '../../../ui/proof/ProofDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';

interface TaxProofProps extends Pick<Proving, 'action' | 'send'> {
  readonly onClose: () => void;
}

/** What was told before of taxes is changed by the password. */
export default function TaxProof({ action, send, onClose }: TaxProofProps) {
  const { t } = useWords();
  const said = { title: t('enrolment.tax.prove'), text: t('enrolment.tax.prove.text'), action };
  return <ProofDialog proving={{ ...said, send }} onClose={onClose} />;
}
