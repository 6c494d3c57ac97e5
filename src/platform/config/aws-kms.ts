import { DecryptCommand, KMSClient, KMSServiceException } from '@aws-sdk/client-kms';
import type { KeyService } from './key-service.ts';

type AwsKmsConfig = {
  region: string;
  /** Address of a server with the API of AWS KMS; AWS if undefined. */
  endpoint: string | undefined;
  /** Without credentials the SDK finds those of the machine, such as its role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
};

/** AWS KMS. The ciphertext names its key, so none is configured. */
export function createAwsKms({ region, endpoint, credentials }: AwsKmsConfig): KeyService {
  return {
    async open(sealed) {
      const client = new KMSClient({
        region,
        ...(endpoint && { endpoint }),
        ...(credentials && { credentials }),
        maxAttempts: 3,
        requestHandler: { connectionTimeout: 5_000, requestTimeout: 10_000 },
      });
      try {
        const { Plaintext } = await client.send(new DecryptCommand({ CiphertextBlob: sealed }));
        return Buffer.from(Plaintext!);
      } catch (error) {
        const { name, message } = error as Error;
        // The service's messages name keys and accounts at most.
        const reason = error instanceof KMSServiceException ? `${name}: ${message}` : name;
        throw new Error(`AWS KMS did not open it (${reason})`, { cause: error });
      } finally {
        client.destroy();
      }
    },
  };
}
