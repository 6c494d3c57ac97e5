export const PRODUCT_SCRIPTS: string[];
