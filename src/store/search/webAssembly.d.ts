/** What is used of it; TypeScript declares it for browsers alone. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  const Module: new (bytes: Uint8Array) => Module;
  const Instance: new (module: Module) => { readonly exports: unknown };
  const CompileError: new () => Error;
}
