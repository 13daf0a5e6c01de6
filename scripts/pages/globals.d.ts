/** Whether esbuild has made a bundle of the script; undefined in sources as they are: `typeof QIX_BUNDLED`. */
declare const QIX_BUNDLED: true | undefined
