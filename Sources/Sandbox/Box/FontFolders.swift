/// Where fonts lie, and what finds them: text vanishes silently from drawings without.
package enum FontFolders {
  package static let all = [
    "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/etc/fonts",
    "/var/cache/fontconfig", "/usr/share/poppler",
  ]
}
