/** What the legal pages say of the agency that runs the platform. What is not configured is missing. */
export type Agency = {
  name?: string | undefined;
  /** Such as "Nevada limited liability company". */
  legalForm?: string | undefined;
  address?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** Name, telephone and e-mail of the agent for notices of copyright infringement. */
  dmcaAgent?: string | undefined;
  recordsCustodian?: string | undefined;
  paymentProcessor?: string | undefined;
  /** How a charge is named on a fan's statement. */
  paymentDescriptor?: string | undefined;
};
