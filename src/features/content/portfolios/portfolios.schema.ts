import { z } from 'zod';
import { statusTokenSchema } from '#src/features/agency/applications/application-status.schema.ts';
import { tooManyImages } from '#src/features/content/page-images/page-images.schema.ts';

/** Maximum number of pictures that an applicant can add to an application. */
export const MAXIMUM_PICTURES = 10;
export const FILE_NAME_MAXIMUM_LENGTH = 255;

export const TOO_MANY_PICTURES = tooManyImages(MAXIMUM_PICTURES);

/** The header with the secret of the applicant's link, of an upload. */
export const TOKEN_HEADER = 'x-application-token';

/** The pictures of an application, oldest first. */
export const portfolioSchema = z.object({
  pictures: z.array(z.object({ id: z.uuid(), fileName: z.string() })),
});
export type Portfolio = z.infer<typeof portfolioSchema>;

/** The picture to remove, with the secret of the applicant's link. */
export const removedPictureSchema = statusTokenSchema.extend({ id: z.uuid() });
