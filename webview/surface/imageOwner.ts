/** The row or message an image belongs to. */
export type ImageOwner = { readonly rowId: string } | { readonly message: number };
