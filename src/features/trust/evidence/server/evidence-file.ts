import { fileTypeFromBuffer } from 'file-type';
import { readPicture } from '#src/features/content/page-images/server/page-image-file.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { VirusScan } from '#src/platform/antivirus/virus-scan.ts';
import type { EvidenceType } from '../evidence.schema.ts';

/** The end of a PDF is in its last bytes, after which some programs add a few. */
const TRAILER_BYTES = 2_048;

type EvidenceFile = { type: EvidenceType; extension: 'webp' | 'pdf'; data: Buffer };

/**
 * What is stored of a received file: a picture drawn again without its metadata, or a PDF as it is.
 * @throws DomainError 'invalid-file', 'scanner-unavailable'
 */
export async function readEvidenceFile(
  file: { name: string; bytes: Buffer },
  scanFile: VirusScan,
): Promise<EvidenceFile> {
  const { name, bytes } = file;
  const type = await fileTypeFromBuffer(bytes);
  if (type?.mime === 'application/pdf') {
    const refuse = (reason: string) =>
      new DomainError('invalid-file', `${name} can’t be added: ${reason}`);
    if (!bytes.subarray(-TRAILER_BYTES).includes('%%EOF')) {
      throw refuse('the file is damaged or incomplete');
    }
    if (await scanFile(bytes)) throw refuse('it contains malware');
    return { type: 'pdf', extension: 'pdf', data: bytes };
  }
  if (!type?.mime.startsWith('image/')) {
    throw new DomainError('invalid-file', `${name} can’t be added: use a picture or a PDF`);
  }
  const { image } = await readPicture('about', file, scanFile);
  return { type: 'picture', extension: 'webp', data: image.variants.at(-1)!.data };
}
