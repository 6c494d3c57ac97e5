/** An unchanged call of a provider. */
export type IncomingWebhook = {
  body: string;
  query: string;
  headers: Headers;
  /** The last part of the path, for providers that do not sign their calls. */
  secret?: string | undefined;
  /** The sender's address. */
  address: string;
};

/** A call with a valid signature. `content` is stored, and read when it is handled. */
export type VerifiedWebhook = {
  id: string;
  type: string;
  content: string;
  /**
   * How the ids of the events begin that undo this one, if its id does not name a time: an equal call
   * after such an event is another event, and one before it is a repetition.
   */
  undoneBy?: string;
};
