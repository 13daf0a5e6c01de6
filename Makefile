# What can be done with qix, a line each: `make help`.

PREFIX ?= /usr/local
DESTDIR ?=
# Jobs of a build, as SwiftPM takes them; empty for one for each processor.
JOBS ?=

# Where scripts/setup.sh looks for a toolchain, too.
export PATH := $(PATH):/opt/swift/usr/bin

# A target may import only what it has declared: the compiler keeps the layers apart.
SWIFT_FLAGS := --explicit-target-dependency-import-check error $(if $(JOBS),-j $(JOBS))
# The runtimes of Swift and C++ go into the program: one file to copy, nothing to find and link at each of its many
# starts. A folder with nothing but the archive makes the linker take it in place of the shared libstdc++, and an empty one
# in place of libm, which the program loads when it first calculates something (Sources/Libraries/CProcess/mathematics.c).
ARCHIVES := $(CURDIR)/.build/archives
# Packed relocations make a program that lies at a random place start nearly as fast as one at a fixed place
# (docs/decisions/0020-start-up.md).
# What a start runs lies side by side, and its variables in a huge page.
# The program offers no symbols to others, or the loader would look up its own at each start, and it has no libraries
# beside it that the loader should try first.
RELEASE_FLAGS := -c release --static-swift-stdlib $(SWIFT_FLAGS) \
  -Xlinker -L$(ARCHIVES) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker -z -Xlinker now \
  -Xlinker --no-export-dynamic --disable-local-rpath -Xlinker -z -Xlinker pack-relative-relocs \
  -Xlinker -T -Xlinker $(CURDIR)/scripts/room.ld -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xlinker --symbol-ordering-file=$(CURDIR)/scripts/order.txt -Xlinker --no-warn-symbol-ordering
# Tests that are running hold the lock of .build, though they touch nothing that a build for release does.
BESIDE :=
BINARY := .build/release/qix
# The web pages lie in a section of the program that no start reads.
PAGES := --remove-section .qix.pages --add-section .qix.pages=.build/pages.pack
# What the program loads when it first needs it, each where it could be made.
LATE = $(shell scripts/late.sh --list)
# What it loads besides that Debian lacks, where `make lens` has fetched it.
LENS = $(shell scripts/lens.sh --list)

LIBRARIES := $(DESTDIR)$(PREFIX)/lib/qix
SHARE := $(DESTDIR)$(PREFIX)/share
BASH_COMPLETION := $(SHARE)/bash-completion/completions/qix
ZSH_COMPLETION := $(SHARE)/zsh/site-functions/_qix
FISH_COMPLETION := $(SHARE)/fish/vendor_completions.d/qix.fish
MAN := $(SHARE)/man/man1

.PHONY: help setup lens build release test pages check contract guide tools trials lint demo bench stress install uninstall deb trydeb clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

setup: ## Debian packages, and whether there is a fitting toolchain
	@scripts/setup.sh

lens: setup ## fetches and builds what photos of barcodes and receipts take and Debian lacks, by name and digest
	@scripts/lens.sh --strict

build: setup ## debug build
	swift build $(SWIFT_FLAGS)
	@python3 scripts/pages.py
	@scripts/slim.sh .build/debug/qix .build/debug/qix $(PAGES)
	@scripts/late.sh .build/debug

release: setup ## release build, .build/release/qix
	@mkdir -p $(ARCHIVES)
	@ln -sf "$$(clang -print-file-name=libstdc++.a)" $(ARCHIVES)
	@printf '!<arch>\n' >$(ARCHIVES)/libm.a
	swift build $(RELEASE_FLAGS) $(BESIDE) --product qix
	@python3 scripts/pages.py
	@scripts/slim.sh $(BINARY) $(BINARY) --strip-debug $(PAGES)
	@scripts/late.sh .build/release

# Types, lint, unit tests, and Chromium and WebKitGTK on the program that would be installed, or on that of QIX_BINARY.
pages: $(BINARY) ## types, lint and tests of the web pages, in browsers; minutes
	@scripts/setup.sh tests
	@scripts/pages/tools.sh
	scripts/pages/lint.sh
	node --test Tests/PagesTests/*.test.mjs
	QIX_BINARY=$(or $(QIX_BINARY),$(CURDIR)/$(BINARY)) .build/pages-tools/bin/pytest Tests/PagesTests

lint: ## formatting, the boundaries between the parts, errors and words
	@scripts/check.sh

# The unit tests run as two processes, since one leaves a processor idle for a third of its time. The end-to-end tests
# come last and run the program that would be installed. It is built beside the other tests, and begins half a minute
# behind them: while a build runs, no test process can open the database of builds. What the guide needs of the sources
# as they are is built beside the end-to-end tests. With ONCE=1 the guide is left to `scripts/guide.sh --here`, which
# changes the sources and needs nothing built anew, and what `trials` runs is built in its place.
HALF = ^(CatalogTests|CoinsTests|UpkeepTests|ServerTests|IdentityTests|VaultTests|StadiumShakeTests)\.
# Without glibc's fast bins a sixth of the time of tests that open many databases is spared: each large piece that is given
# back makes it go through all small ones of before.
UNIT = GLIBC_TUNABLES=glibc.malloc.mxfast=0 swift test $(SWIFT_FLAGS) --skip-build --ignore-lock --disable-xctest
test: export TMPDIR := $(shell scripts/scratch.sh)
test: lint ## everything: lint, both builds, all tests, the guide (which CI follows at its end)
	@scripts/setup.sh tests
	@mkdir -p .build
	scripts/lens.sh >.build/lens.log 2>&1 & fetched=$$!; \
	  swift build $(SWIFT_FLAGS) --build-tests; status=$$?; \
	  wait $$fetched || status=1; cat .build/lens.log; exit $$status
	@scripts/late.sh .build/debug
	(sleep 30; nice $(MAKE) release BESIDE=--ignore-lock) >.build/release.log 2>&1 & built=$$!; \
	  $(UNIT) --filter '$(HALF)' >.build/half.log 2>&1 & half=$$!; sleep 5; \
	  $(UNIT) --skip '$(HALF)' --skip EndToEndTests; status=$$?; \
	  wait $$half || status=1; cat .build/half.log; \
	  wait $$built || { cat .build/release.log; status=1; }; exit $$status
ifdef ONCE
	(sleep 30; $(MAKE) tools BESIDE=--ignore-lock) >.build/tools.log 2>&1 & built=$$!; \
	  QIX_BINARY=$(CURDIR)/$(BINARY) $(UNIT) --filter EndToEndTests; \
	  status=$$?; wait $$built || { cat .build/tools.log; status=1; }; exit $$status
	$(MAKE) pages
else
	nice scripts/guide.sh --prepare >.build/guide.log 2>&1 & prepared=$$!; \
	  QIX_BINARY=$(CURDIR)/$(BINARY) $(UNIT) --filter EndToEndTests; \
	  status=$$?; wait $$prepared || cat .build/guide.log; exit $$status
	$(MAKE) pages
	$(MAKE) guide
endif

# Files changed since BASE, committed or not.
BASE ?= HEAD
SUITES = $(shell { git diff --name-only $(BASE); git ls-files --others --exclude-standard; } \
  | xargs sh -c 'swift package dump-package | python3 scripts/suites.py "$$@"' suites)
check: lint ## lint, and the suites that a change can touch: since BASE=HEAD, or another commit
	@suites='$(SUITES)'; \
	  if [ "$$suites" = all ]; then echo "check: the change may touch any suite"; exec $(MAKE) test; fi; \
	  [ -n "$$suites" ] || { echo "check: no suite is touched"; exit; }; \
	  echo "check: $$suites"; \
	  QIX_SUITES=$$(echo $$suites | tr ' ' ,) swift build $(SWIFT_FLAGS) --build-tests && scripts/late.sh .build/debug && \
	  $(UNIT) --filter "^($$(echo $$suites | tr ' ' '|'))\."

contract: ## holds the HTTP interface against its own description, at all its edges; half an hour
	@scripts/contract.sh

guide: ## follows the guide to a shake of one's own, on a copy of the sources; minutes the first time
	@scripts/guide.sh

demo: release ## opens the app and the console with sample data, in a home that is thrown away
	@scripts/demo.sh $(BINARY)

bench: release ## measures the release build, as ratios; some minutes
	swift build $(RELEASE_FLAGS) --product qix-bench
	.build/release/qix-bench all

stress: release ## kills, crowds and repeats the release build, and looks whether its ledger is whole; a minute
	swift build $(RELEASE_FLAGS) --product qix-stress
	.build/release/qix-stress all

tools: ## what measures and tries the release build
	swift build $(RELEASE_FLAGS) $(BESIDE) --product qix-bench
	swift build $(RELEASE_FLAGS) $(BESIDE) --product qix-stress
	swift build $(RELEASE_FLAGS) $(BESIDE) --product stadium-bench

# What asks a server waits most of the time, so it runs beside the others.
trials: release tools ## every command of both in its shortest form, to see that it works
	{ scripts/fuzz-requests.sh 100000 1 4 && scripts/contract.sh --short; } >.build/contract.log 2>&1 & held=$$!; \
	  .build/release/qix-stress all --short && .build/release/qix-bench all --short && \
	  scripts/stadium.sh .build/release/stadium-bench; \
	  status=$$?; wait $$held || status=1; cat .build/contract.log; exit $$status

# Builds only what isn't there, so that `sudo make install` after `make release` compiles nothing as root.
$(BINARY):
	$(MAKE) release

install: $(BINARY) ## program, completions and manual pages into PREFIX (/usr/local)
	install -d $(DESTDIR)$(PREFIX)/bin
	@scripts/slim.sh $(BINARY) $(DESTDIR)$(PREFIX)/bin/qix --strip-all
	for library in $(LATE); do \
	  if [ -e $(dir $(BINARY))$$library ]; then \
	    install -D -m 644 -s $(dir $(BINARY))$$library $(LIBRARIES)/$$library || exit 1; fi; done
	@scripts/lens.sh --install $(LIBRARIES)
	install -d $(dir $(BASH_COMPLETION)) $(dir $(ZSH_COMPLETION)) $(dir $(FISH_COMPLETION)) $(MAN)
	$(BINARY) completions bash > $(BASH_COMPLETION)
	$(BINARY) completions zsh > $(ZSH_COMPLETION)
	$(BINARY) completions fish > $(FISH_COMPLETION)
	$(BINARY) man --output $(MAN)

uninstall: ## takes away what install has put there; data stays
	rm -f $(DESTDIR)$(PREFIX)/bin/qix $(addprefix $(LIBRARIES)/,$(LATE))
	rm -rf $(addprefix $(LIBRARIES)/,$(LENS))
	rm -f $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION)
	rm -f $(MAN)/qix.1 $(MAN)/qix-*.1

deb: release ## Debian package of the release build, .build/deb/qix_*.deb; scripts/deb.sh alone builds nothing
	@scripts/setup.sh package
	@scripts/deb.sh

trydeb: deb ## installs, runs, upgrades and removes the package on a fresh Debian, and an image of it; as root, minutes
	@scripts/trydeb.sh
	@scripts/tryimage.sh

clean: ## what was built
	rm -rf .build
