/** What is proven anew before something that money or identity hangs on is changed. */
export { openProof, type Proof } from './proof.ts';
