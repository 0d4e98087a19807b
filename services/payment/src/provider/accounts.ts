/** The account that a business has with the processor, in our words. */
export type Requirements = {
  currentlyDue: readonly string[];
  eventuallyDue: readonly string[];
  pastDue: readonly string[];
  pendingVerification: readonly string[];
  errors: readonly { requirement: string; reason: string }[];
  deadline: Date | null;
};

export type BankAccount = {
  id: string;
  bankName: string;
  last4: string;
  country: string;
  currency: string;
  isDefault: boolean;
  status: string;
};

export type ProviderAccount = {
  id: string;
  country: string;
  currency: string;
  email: string;
  businessName: string;
  businessType: string;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  detailsSubmitted: boolean;
  termsAccepted: boolean;
  requirements: Requirements;
  future: Requirements;
  bankAccounts: readonly BankAccount[];
  metadata: Record<string, string>;
};

export type NewAccount = { key: string; country: string; metadata: Record<string, string> };
export type AccountChange = { email?: string; businessName?: string; businessType?: string; metadata?: Record<string, string> };

/** Somebody's proof of who they are. */
export type IdentitySession = { id: string; status: string; url: string; metadata: Record<string, string> };

/** What an event is about when it is about no money. */
export type Subject = { kind: "account" | "identity"; id: string };

export type AccountProvider = {
  createAccount(input: NewAccount): Promise<ProviderAccount>;
  getAccount(id: string): Promise<ProviderAccount>;
  updateAccount(id: string, change: AccountChange): Promise<ProviderAccount>;
  /** A page of the processor's on which the business tells who it is; works once, for some minutes. */
  accountLink(id: string, input: { returnUrl: string; refreshUrl: string }): Promise<string>;
  /** The token stands for a bank account that the holder typed into a field of the processor's. */
  addBankAccount(id: string, input: { key: string; token: string; isDefault: boolean }): Promise<void>;
  removeBankAccount(id: string, bankAccountId: string): Promise<void>;
  createIdentitySession(input: { key: string; returnUrl: string; metadata: Record<string, string> }): Promise<IdentitySession>;
  getIdentitySession(id: string): Promise<IdentitySession>;
};
