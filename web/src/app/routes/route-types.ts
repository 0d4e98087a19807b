import type { ComponentType } from "react";
import type { PermissionName } from "../session/permissions.ts";

/** Anonymous: no account needed. Account: signed in, no business chosen. Business: a business must be chosen (core §2). */
export type Tier = "anonymous" | "account" | "business";

/** Loads a screen's module; its default export is the screen. */
export type Load = () => Promise<{ default: ComponentType }>;

export type AppRoute = {
  /** Whole path in react-router's notation. `{product}` stands for the product's name, which react-router cannot write inside a segment. */
  path: string;
  /** Name of the page; the window's title is "Title · Leashline". */
  title: string;
  tier: Tier;
  /** All of these must be held. The server checks again. */
  permission?: readonly PermissionName[];
  /** One of these must be held: a page of several parts, each of which somebody else reads. */
  anyOf?: readonly PermissionName[];
  /** Outside session and business handling: no redirect, no ids in the query (core §2). */
  exempt?: true;
  /** The screen, if it is built. */
  load?: Load;
  /** Nearest built screen for a path that has none of its own. May name the parameters of `path`. */
  to?: string;
  /** Needs no data of the server to show itself; loads without the call and cache libraries. */
  light?: true;
  /** Opens without a network, with what this device keeps (app/offline). */
  offline?: true;
  /** No navigation around it: pages that clients open from a link. */
  bare?: true;
};
