interface ImportMetaEnv {
  readonly REACT_APP_ALCHEMY_URL?: string
  readonly REACT_APP_LENDING_ADDRESS?: string
}

/** Version in package.json, set at build time. */
declare const APP_VERSION: string

/** False where the dev server serves the app. */
declare const IS_BUILD: boolean
