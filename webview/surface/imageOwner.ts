/** Whose image it is: a row's or a message's. */
export type ImageOwner = { readonly rowId: string } | { readonly message: number };
