import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { isPath } from '../web/config.ts'
import { ASKED_ANEW, KEPT_FOREVER } from './hostFiles.ts'

/** The only Trusted Types policy, which creates the URLs of the vault's worker and of the service worker. */
const TRUSTED_TYPES_POLICY = 'entrepares'

// Emotion inserts MUI's styles through the CSSOM, into <style> tags without text: this is the SHA-256 of the empty string.
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

export function securityHeaders(nodeUrls: readonly string[]): Record<string, string> {
  const nodes = new Set(nodeUrls.filter((url) => !isPath(url)).map((url) => new URL(url).origin))
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    `style-src 'self' ${EMPTY_STYLE}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    ["connect-src 'self'", ...nodes].join(' '),
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES_POLICY}`,
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
}

/** With what only a host with https may say: for a year browsers use nothing else for this name. Our own server has http alone. */
export function hostHeaders(headers: Record<string, string>): Record<string, string> {
  return { ...headers, 'Strict-Transport-Security': 'max-age=31536000' }
}

/** Sets the headers on every response of the production server, errors included. */
export function serveWithHeaders(headers: Record<string, string>): Plugin {
  return {
    name: 'security-headers',
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        if (!pathname.startsWith('/assets/')) {
          response.setHeader('Cache-Control', ASKED_ANEW)
          return next()
        }
        // A missing one belongs to another build, and must be a 404 instead of the fallback to index.html: the app then knows
        // that it is outdated.
        if (!existsSync(join(server.config.build.outDir, pathname)))
          return response.writeHead(404, { 'Cache-Control': 'no-store' }).end()
        response.setHeader('Cache-Control', KEPT_FOREVER)
        next()
      })
    },
  }
}
