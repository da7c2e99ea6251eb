/** Style sheets are bundled into main.css by esbuild; nothing is imported from them. */
declare module '*.css';
