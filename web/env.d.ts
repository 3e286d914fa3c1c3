interface ImportMetaEnv {
  readonly REACT_APP_ALCHEMY_URL?: string
  readonly REACT_APP_LENDING_ADDRESS?: string
  readonly REACT_APP_SOURCE_URL?: string
}

/** Version in package.json, set at build time. */
declare const APP_VERSION: string

/** Commit that the build was made of. Empty if it is not known. */
declare const APP_COMMIT: string

/** False where the dev server serves the app. */
declare const IS_BUILD: boolean
