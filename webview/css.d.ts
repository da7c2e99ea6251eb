/** esbuild bundles style sheets into main.css; nothing is imported from them. */
declare module '*.css';
