/** Where the command palette looks besides pages. Each feature that can be found adds its provider here, loaded when first needed. */
export const registerProviders = (): void => {};
