/** When and how the agency sends payouts to influencers. */
export type PayoutTerms = {
  /** Days after the end of the month within which a payout is sent. */
  days: number;
  method: string;
};

/** The legal details of the agency that runs the platform, as far as they are configured. */
export type Agency = {
  name?: string | undefined;
  /** Such as "Nevada limited liability company". */
  legalForm?: string | undefined;
  address?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** Name, telephone and email of the agent for notices of copyright infringement. */
  dmcaAgent?: string | undefined;
  recordsCustodian?: string | undefined;
  paymentProcessor?: string | undefined;
  /** The name of a charge on a fan's bank statement. */
  paymentDescriptor?: string | undefined;
};
